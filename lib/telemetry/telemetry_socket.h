/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The socket in the file system, and the folders it lies in.
 */
#ifndef TELEMETRY_SOCKET_H
#define TELEMETRY_SOCKET_H

#include <sys/types.h>
#include <sys/un.h>

struct telemetry_socket {
	int fd; /* listening, non-blocking */
	char path[sizeof(((struct sockaddr_un *)NULL)->sun_path)];
	dev_t dev; /* of the file, to know it again */
	ino_t ino;
};

/*
 * Bind a socket in the folder and listen. The name gets ":1", ":2" ... when sockets with it are
 * being listened to; one that nobody listens to is replaced. Returns 0 or -errno, with nothing left
 * behind.
 */
int
telemetry_socket_open(struct telemetry_socket *sock, const char *folder);

/*
 * Remove the file, unless another one has its name by now, and the folders it lies in that are
 * empty and as this library makes them: whoever of several processes ends last removes them. Uses
 * system calls only.
 */
void
telemetry_socket_remove(const struct telemetry_socket *sock);

#endif /* TELEMETRY_SOCKET_H */
