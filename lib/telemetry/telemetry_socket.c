/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The socket in the file system. No state.
 *
 * A process that crashed leaves its socket. So a name is tried by connecting to it; the lock on the
 * folder keeps two processes from taking over the same name.
 */
#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <sys/file.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

#include "telemetry_socket.h"

#define SOCKET_NAME "dpdk_telemetry.v2"

/* Folders that are made for the socket. */
#define FOLDERS_MAX 2

/* Most sockets in a folder. */
#define INSTANCES_MAX 256

/* Clients that wait to be accepted. */
#define BACKLOG 16

/* A folder that goes while it is being used is made again, so many times. */
#define TRIES_MAX 5

static int
new_socket(void)
{
	return socket(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
}

/* Cut the last part off a path; false when there is none. */
static bool
cut_last(char *path)
{
	char *slash = strrchr(path, '/');

	if (slash == NULL || slash == path)
		return false;
	*slash = '\0';
	return true;
}

/* Make a folder and the one it lies in where they are missing. Returns how many, or -errno. */
static int
make_folders(const char *folder)
{
	char parent[sizeof(((struct sockaddr_un *)NULL)->sun_path)];
	int n = 0;

	if (mkdir(folder, 0700) == 0)
		return 1;
	snprintf(parent, sizeof(parent), "%s", folder);
	if (errno == ENOENT && cut_last(parent)) {
		if (mkdir(parent, 0700) == 0)
			n = 1;
		if (mkdir(folder, 0700) == 0)
			return n + 1;
		if (n > 0 && errno != EEXIST) {
			const int error = errno;

			rmdir(parent);
			return -error;
		}
	}
	return errno == EEXIST ? n : -errno;
}

/* Whether a folder looks like one of make_folders(); others were set up by somebody. */
static bool
is_own_folder(const char *folder)
{
	struct stat st;

	return lstat(folder, &st) == 0 && S_ISDIR(st.st_mode) && st.st_uid == geteuid() &&
		(st.st_mode & ALLPERMS) == 0700;
}

/* The reverse of make_folders(), of what is empty; given the path of a file in the inner one. */
static void
remove_folders(const char *path)
{
	char folder[sizeof(((struct sockaddr_un *)NULL)->sun_path)];

	memcpy(folder, path, sizeof(folder));
	for (unsigned int i = 0; i < FOLDERS_MAX && cut_last(folder); i++)
		if (!is_own_folder(folder) || rmdir(folder) < 0)
			break;
}

/* Whether the name is that of a socket which nobody listens to. */
static bool
is_left_over(const struct sockaddr_un *addr)
{
	struct stat st;
	bool refused;
	int fd;

	if (lstat(addr->sun_path, &st) < 0 || !S_ISSOCK(st.st_mode))
		return false;
	fd = new_socket();
	if (fd < 0)
		return false;
	refused = connect(fd, (const struct sockaddr *)addr, sizeof(*addr)) < 0 &&
		errno == ECONNREFUSED;
	close(fd);
	return refused;
}

/* Bind to a name; one that is left over is replaced. Returns 0 or -errno, -EADDRINUSE: taken. */
static int
bind_name(int fd, const struct sockaddr_un *addr)
{
	if (bind(fd, (const struct sockaddr *)addr, sizeof(*addr)) == 0)
		return 0;
	if (errno != EADDRINUSE || !is_left_over(addr))
		return -errno;
	if (unlink(addr->sun_path) < 0)
		return -errno;
	return bind(fd, (const struct sockaddr *)addr, sizeof(*addr)) == 0 ? 0 : -errno;
}

/* Bind to the first name that is free. Returns 0 or -errno. */
static int
bind_any(int fd, const char *folder, struct sockaddr_un *addr)
{
	int ret = -EADDRINUSE;

	for (unsigned int i = 0; i < INSTANCES_MAX && ret == -EADDRINUSE; i++) {
		char suffix[12] = "";
		int len;

		if (i > 0)
			snprintf(suffix, sizeof(suffix), ":%u", i);
		len = snprintf(addr->sun_path, sizeof(addr->sun_path), "%s/" SOCKET_NAME "%s",
			folder, suffix);
		if ((size_t)len >= sizeof(addr->sun_path))
			return -ENAMETOOLONG;
		ret = bind_name(fd, addr);
	}
	return ret;
}

/* The file that was bound becomes one that clients may connect to. Returns 0 or -errno. */
static int
listen_to(struct telemetry_socket *sock)
{
	struct stat st;

	if (listen(sock->fd, BACKLOG) < 0 || lstat(sock->path, &st) < 0) {
		const int error = errno;

		unlink(sock->path);
		return -error;
	}
	sock->dev = st.st_dev;
	sock->ino = st.st_ino;
	return 0;
}

/* Whether nobody else could put another socket in the place of ours: who owns a folder can. */
static bool
is_trusted(int folder)
{
	struct stat st;

	return fstat(folder, &st) == 0 && (st.st_uid == geteuid() || st.st_uid == 0);
}

/* With the folder there: take a name under the folder's lock. Returns 0 or -errno. */
static int
open_in(struct telemetry_socket *sock, const char *folder)
{
	struct sockaddr_un addr = { .sun_family = AF_UNIX };
	const int lock = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	int ret;

	if (lock < 0)
		return -errno;
	if (!is_trusted(lock)) {
		close(lock);
		return -EACCES;
	}
	flock(lock, LOCK_EX);
	sock->fd = new_socket();
	ret = sock->fd < 0 ? -errno : bind_any(sock->fd, folder, &addr);
	if (ret == 0) {
		memcpy(sock->path, addr.sun_path, sizeof(sock->path));
		ret = listen_to(sock);
	}
	if (ret < 0 && sock->fd >= 0)
		close(sock->fd);
	close(lock);
	return ret;
}

int
telemetry_socket_open(struct telemetry_socket *sock, const char *folder)
{
	int ret = -ENOENT;

	if (strlen(folder) + sizeof("/" SOCKET_NAME) > sizeof(sock->path))
		return -ENAMETOOLONG;
	/* a process that ends may remove a folder that it made and that we found */
	for (unsigned int i = 0; i < TRIES_MAX && ret == -ENOENT; i++) {
		const int n = make_folders(folder);

		if (n < 0)
			return n;
		ret = open_in(sock, folder);
		if (ret < 0 && n > 0) {
			/* as if the socket lay there */
			snprintf(sock->path, sizeof(sock->path), "%s/", folder);
			remove_folders(sock->path);
		}
	}
	return ret;
}

void
telemetry_socket_remove(const struct telemetry_socket *sock)
{
	struct stat st;

	if (lstat(sock->path, &st) == 0 && st.st_dev == sock->dev && st.st_ino == sock->ino)
		unlink(sock->path);
	remove_folders(sock->path);
}
