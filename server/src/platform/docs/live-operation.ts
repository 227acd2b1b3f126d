/** The one answer that never ends has no schema of a contract; it is described by hand. */
export const liveOperation = {
  operationId: 'live.stream',
  tags: ['live'],
  summary: 'A stream of server-sent events that tells what changed, for what the caller may see; resumes with `Last-Event-ID`.',
  security: [{ session: [] as [] }],
  parameters: [
    {
      name: 'Last-Event-ID',
      in: 'header' as const,
      required: false,
      description: 'The id of the last event seen: what came since is sent first. Who was away too long is told to load anew.',
      schema: { type: 'string' },
    },
  ],
  responses: {
    200: {
      description: 'Events, each `data` a LiveMessage as JSON; a comment every few seconds keeps the line open.',
      content: { 'text/event-stream': { schema: { type: 'string' } } },
    },
  },
}
