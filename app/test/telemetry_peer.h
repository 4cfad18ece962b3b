/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * A client of telemetry, for tests: connects, sends requests, takes answers. Waits a few seconds at
 * most.
 */
#ifndef TELEMETRY_PEER_H
#define TELEMETRY_PEER_H

#include <poll.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/types.h>
#include <sys/un.h>
#include <unistd.h>

/* No answer comes later than this. */
#define PEER_TIMEOUT_MS 20000

/* Longest answer, and a byte more. */
#define PEER_ANSWER_SZ (16384 + 1)

/* Connect to a socket. Returns the descriptor, or -1. */
static inline int
peer_connect(const char *path)
{
	struct sockaddr_un addr = { .sun_family = AF_UNIX };
	const int fd = socket(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0);

	snprintf(addr.sun_path, sizeof(addr.sun_path), "%s", path);
	if (fd >= 0 && connect(fd, (struct sockaddr *)&addr, sizeof(addr)) == 0)
		return fd;
	if (fd >= 0)
		close(fd);
	return -1;
}

/* Take a packet as a string. Returns its length; 0: the other side closed; -1: nothing came. */
static inline ssize_t
peer_take(int fd, char answer[PEER_ANSWER_SZ])
{
	struct pollfd place = { .fd = fd, .events = POLLIN };
	ssize_t len;

	answer[0] = '\0';
	if (poll(&place, 1, PEER_TIMEOUT_MS) != 1)
		return -1;
	len = recv(fd, answer, PEER_ANSWER_SZ - 1, 0);
	if (len < 0)
		return 0; /* the other side closed with a request unread */
	answer[len] = '\0';
	return len;
}

/* Ask and take the answer. Returns as peer_take(). */
static inline ssize_t
peer_ask(int fd, const char *request, char answer[PEER_ANSWER_SZ])
{
	answer[0] = '\0';
	if (send(fd, request, strlen(request), MSG_NOSIGNAL) < 0)
		return 0;
	return peer_take(fd, answer);
}

/* Connect and take the greeting. Returns the descriptor, or -1. */
static inline int
peer_open(const char *path, char answer[PEER_ANSWER_SZ])
{
	const int fd = peer_connect(path);

	if (fd >= 0 && peer_take(fd, answer) > 0)
		return fd;
	if (fd >= 0)
		close(fd);
	return -1;
}

#endif /* TELEMETRY_PEER_H */
