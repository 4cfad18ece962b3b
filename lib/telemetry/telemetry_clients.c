/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Requests and answers of the clients. Nothing is trusted: a request is bytes of any kind and
 * length.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "telemetry_clients.h"
#include "telemetry_commands.h"
#include "telemetry_data.h"
#include "telemetry_json.h"
#include "telemetry_log.h"
#include "telemetry_registry.h"

/* Longest request, in bytes. */
#define REQUEST_MAX 1024

struct client {
	int fd;
	char *unsent; /* owned; an answer that the client has no room for yet, or NULL */
	size_t unsent_len;
};

/* The telemetry thread's */
static struct {
	struct client client[TELEMETRY_CLIENTS_MAX];
	unsigned int n;
	bool told_cut; /* a warning about long answers is written once */
	char request[REQUEST_MAX + 1];
	char answer[TELEMETRY_OUTPUT_MAX];
} clients;

/* The place is free after that. */
static void
close_client(struct client *client)
{
	close(client->fd);
	free(client->unsent);
	client->fd = -1;
	client->unsent = NULL;
}

/* Close the gaps that clients left. */
static void
forget_closed(void)
{
	unsigned int kept = 0;

	for (unsigned int i = 0; i < clients.n; i++)
		if (clients.client[i].fd >= 0)
			clients.client[kept++] = clients.client[i];
	clients.n = kept;
}

/* Send an answer, or keep it for when the client has room. A client that is lost is closed. */
static void
send_or_keep(struct client *client, const char *bytes, size_t len)
{
	if (send(client->fd, bytes, len, MSG_NOSIGNAL | MSG_DONTWAIT) >= 0)
		return;
	if (errno == EAGAIN || errno == EWOULDBLOCK || errno == ENOBUFS)
		client->unsent = malloc(len);
	if (client->unsent == NULL) {
		close_client(client);
		return;
	}
	memcpy(client->unsent, bytes, len);
	client->unsent_len = len;
}

static void
send_unsent(struct client *client)
{
	char *bytes = client->unsent;

	client->unsent = NULL;
	send_or_keep(client, bytes, client->unsent_len);
	free(bytes);
}

void
telemetry_clients_add(int fd)
{
	struct client *client = &clients.client[clients.n];
	char greeting[TELEMETRY_JSON_MIN_SZ];

	if (clients.n == TELEMETRY_CLIENTS_MAX) {
		TELEMETRY_LOG(WARNING, "A client is turned away, there are %u already", clients.n);
		close(fd);
		return;
	}
	*client = (struct client){ .fd = fd };
	send_or_keep(client, greeting, telemetry_commands_greeting(greeting, sizeof(greeting)));
	if (client->fd >= 0)
		clients.n++;
}

/* Ask the function of a command. Returns whether the answer is good. */
static bool
call_command(const struct telemetry_command *command, const char *params,
	struct rte_tel_data *data)
{
	if (command == NULL)
		return false;
	if (command->fn != NULL)
		return command->fn(command->cmd, params, data) >= 0;
	return command->arg_fn(command->cmd, params, command->arg, data) >= 0;
}

/* Answer a request, which is cut up, in clients.answer. Returns the length of the answer. */
static size_t
answer(char *request)
{
	struct rte_tel_data data = { .kind = TELEMETRY_NULL };
	char *params = strchr(request, ',');
	size_t len;
	bool good, cut;

	if (params != NULL)
		*params++ = '\0';
	if (params != NULL && *params == '\0')
		params = NULL;
	good = call_command(telemetry_registry_find(request), params, &data);
	len = telemetry_json_answer(clients.answer, sizeof(clients.answer), request,
		good ? &data : NULL, &cut);
	telemetry_data_clear(&data);
	if (cut && !clients.told_cut) {
		TELEMETRY_LOG(WARNING, "The answer to %s is longer than %u bytes, what is over is "
			"left out", request, TELEMETRY_OUTPUT_MAX);
		clients.told_cut = true;
	}
	return len;
}

/* Make a request a string, without the line end that tools for terminals add. */
static void
end_request(char *request, size_t len)
{
	while (len > 0 && (request[len - 1] == '\n' || request[len - 1] == '\r'))
		len--;
	request[len] = '\0';
}

static void
serve_request(struct client *client)
{
	/* with MSG_TRUNC the result is the length of the packet, whatever fits */
	const ssize_t len = recv(client->fd, clients.request, REQUEST_MAX,
		MSG_DONTWAIT | MSG_TRUNC);

	if (len < 0 && (errno == EAGAIN || errno == EWOULDBLOCK || errno == EINTR))
		return;
	if (len <= 0) {
		close_client(client);
		return;
	}
	if (len > REQUEST_MAX) {
		/* it could be cut within a parameter: none is called */
		send_or_keep(client, clients.answer, telemetry_json_answer(clients.answer,
			sizeof(clients.answer), "", NULL, &(bool){ false }));
		return;
	}
	end_request(clients.request, len);
	send_or_keep(client, clients.answer, answer(clients.request));
}

unsigned int
telemetry_clients_wait_for(struct pollfd *places)
{
	for (unsigned int i = 0; i < clients.n; i++)
		places[i] = (struct pollfd){
			.fd = clients.client[i].fd,
			.events = clients.client[i].unsent != NULL ? POLLOUT : POLLIN,
		};
	return clients.n;
}

void
telemetry_clients_serve(const struct pollfd *places, unsigned int n)
{
	for (unsigned int i = 0; i < n; i++) {
		struct client *client = &clients.client[i];

		if (places[i].revents == 0)
			continue;
		if (client->unsent == NULL)
			serve_request(client);
		else if ((places[i].revents & POLLOUT) != 0)
			send_unsent(client);
		else
			close_client(client);
	}
	forget_closed();
}

void
telemetry_clients_close(void)
{
	for (unsigned int i = 0; i < clients.n; i++)
		close_client(&clients.client[i]);
	clients.n = 0;
}
