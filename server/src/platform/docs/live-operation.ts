const lastEventId = {
  name: 'Last-Event-ID',
  in: 'header' as const,
  required: false,
  description: 'The id of the last event seen: what came since is sent first. Who was away too long is told so.',
  schema: { type: 'string' },
}
const streamOf = (description: string) => ({ 200: { description, content: { 'text/event-stream': { schema: { type: 'string' } } } } })

/** What the webhooks of a channel tell, for its developers. */
export const channelLiveOperation = {
  operationId: 'bcWebhooks.stream',
  tags: ['bcWebhooks'],
  summary: 'A stream of server-sent events with what webhooks tell this channel, for trying it out; resumes with `Last-Event-ID`.',
  security: [{ channelToken: [] as [] }, { channelBearer: [] as [] }],
  parameters: [
    {
      name: 'ownChanges',
      in: 'query' as const,
      required: false,
      description: 'Also what the channel did itself.',
      schema: { type: 'boolean' },
    },
    lastEventId,
  ],
  responses: streamOf(
    'Each event has its name in `event` and the body of the webhook in `data`; `gap` says that some may be missing. A comment every few seconds keeps the line open.',
  ),
}

/** Answers that never end have no schema of a contract; they are described by hand. */
export const liveOperation = {
  operationId: 'live.stream',
  tags: ['live'],
  summary: 'A stream of server-sent events that tells what changed, for what the caller may see; resumes with `Last-Event-ID`.',
  security: [{ session: [] as [] }],
  parameters: [lastEventId],
  responses: streamOf(
    'Events, each `data` a LiveMessage as JSON; a comment every few seconds keeps the line open. An event named `away` says that the database is away, so that nothing can come, and `back` that it is there again.',
  ),
}
