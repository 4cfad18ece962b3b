/* SPDX-License-Identifier: BSD-3-Clause */

/* Keys of thread-specific data: a small object around a pthread_key_t. */

#include <errno.h>
#include <pthread.h>
#include <stdlib.h>

#include <eal_export.h>
#include <rte_errno.h>
#include <rte_thread.h>

struct eal_tls_key {
	pthread_key_t native;
};

/* Result of a public function: 0, or -1 with rte_errno. */
static int
thread_key_fail(int error)
{
	rte_errno = error;
	return -1;
}

RTE_EXPORT_SYMBOL(rte_thread_key_create)
int
rte_thread_key_create(rte_thread_key *key, void (*destructor)(void *))
{
	struct eal_tls_key *created;

	if (key == NULL)
		return thread_key_fail(EINVAL);
	created = malloc(sizeof(*created));
	if (created == NULL)
		return thread_key_fail(ENOMEM);
	if (pthread_key_create(&created->native, destructor) != 0) {
		free(created);
		return thread_key_fail(ENOEXEC);
	}
	*key = created;
	return 0;
}

RTE_EXPORT_SYMBOL(rte_thread_key_delete)
int
rte_thread_key_delete(rte_thread_key key)
{
	if (key == NULL)
		return thread_key_fail(EINVAL);
	if (pthread_key_delete(key->native) != 0)
		return thread_key_fail(ENOEXEC);
	free(key);
	return 0;
}

RTE_EXPORT_SYMBOL(rte_thread_value_set)
int
rte_thread_value_set(rte_thread_key key, const void *value)
{
	if (key == NULL)
		return thread_key_fail(EINVAL);
	if (pthread_setspecific(key->native, value) != 0)
		return thread_key_fail(ENOEXEC);
	return 0;
}

RTE_EXPORT_SYMBOL(rte_thread_value_get)
void *
rte_thread_value_get(rte_thread_key key)
{
	if (key == NULL) {
		rte_errno = EINVAL;
		return NULL;
	}
	return pthread_getspecific(key->native);
}
