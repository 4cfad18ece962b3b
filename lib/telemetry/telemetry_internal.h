/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The calls that EAL makes into the telemetry library while it starts and stops, with DPDK's names
 * where it has such a call. By one thread at a time.
 */
#ifndef TELEMETRY_INTERNAL_H
#define TELEMETRY_INTERNAL_H

#include <stddef.h>
#include <stdint.h>

#include <rte_compat.h>
#include <rte_os.h>

/* Type of rte_log(). */
typedef int (*rte_log_fn)(uint32_t level, uint32_t logtype, const char *format, ...);

/* Type of a function that serves a socket in a thread of its own. */
typedef void *(*telemetry_sock_handler)(void *sock_id);

/* Whether a command of the former protocol needs data behind it. */
enum rte_telemetry_legacy_data_req {
	DATA_NOT_REQ = 0,
	DATA_REQ,
};

/* Answers a command of the former protocol: writes at most buf_len bytes of text into buffer. */
typedef int (*telemetry_legacy_cb)(const char *cmd, const char *params, char *buffer, int buf_len);

/*
 * Open the socket in a folder and start the thread that serves it, bound to the CPUs of the set, or
 * with NULL to those of the caller. The folder, and the one it lies in, are made if they are
 * missing, and removed with the last socket if nothing else lies in them. Clients are told the
 * version, which is copied. In a process that ends without telemetry_stop() the files go all the
 * same.
 *
 * Returns 0; -EALREADY when it runs; or the -errno of what failed, with nothing left behind.
 */
__rte_internal
int
rte_telemetry_init(const char *runtime_dir, const char *rte_version, rte_cpuset_t *cpuset);

/*
 * Stop the thread, close all connections and remove the socket. Waits until the function of a
 * command returns that is being asked. Nothing happens when it does not run, in a forked child, or
 * in the function of a command. DPDK has no such call: this one needs no symbol of its own.
 */
static inline void
telemetry_stop(void)
{
	rte_telemetry_init(NULL, NULL, NULL);
}

/*
 * For libraries that know the former protocol, which there is no socket for. Returns -ENOTSUP, or
 * -EINVAL when an argument is NULL.
 */
__rte_internal
int
rte_telemetry_legacy_register(const char *cmd, enum rte_telemetry_legacy_data_req data_req,
	telemetry_legacy_cb fn);

#endif /* TELEMETRY_INTERNAL_H */
