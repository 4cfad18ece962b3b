/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The clients that are connected: what they ask and what they get. Used by the telemetry thread
 * only, after that by who stopped it.
 *
 * A client asks "command,parameters" in one packet, and gets one packet. Of one that does not take
 * its answers the next request is not read, so that it holds up nobody else.
 */
#ifndef TELEMETRY_CLIENTS_H
#define TELEMETRY_CLIENTS_H

#include <poll.h>
#include <stdbool.h>

/* Connections at a time. */
#define TELEMETRY_CLIENTS_MAX 32

/*
 * Take in a client whose socket is non-blocking, and greet it; the socket is closed when there are
 * too many.
 */
void
telemetry_clients_add(int fd);

/* Say what to wait for. Returns the number of places filled, at most TELEMETRY_CLIENTS_MAX. */
unsigned int
telemetry_clients_wait_for(struct pollfd *places);

/* Serve the clients for which something came, given the same places. */
void
telemetry_clients_serve(const struct pollfd *places, unsigned int n);

/* Close all connections. */
void
telemetry_clients_close(void);

#endif /* TELEMETRY_CLIENTS_H */
