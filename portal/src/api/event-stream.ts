/** One server-sent event; a comment comes as an event without data. */
export type StreamEvent = { id?: string; name?: string; data: string }

/** Splits a byte stream into server-sent events (https://html.spec.whatwg.org/multipage/server-sent-events.html). `alive` runs on every byte. */
export const eventsOf = async function* (bytes: ReadableStream<Uint8Array>, alive: () => void): AsyncGenerator<StreamEvent> {
  const reader = bytes.getReader()
  const decoder = new TextDecoder()
  let rest = ''
  try {
    while (true) {
      const { done, value } = await reader.read()
      if (done) return
      alive()
      rest += decoder.decode(value, { stream: true })
      // A trailing carriage return may be half of a line break.
      const held = rest.endsWith('\r') ? '\r' : ''
      const blocks = rest
        .slice(0, rest.length - held.length)
        .replaceAll(/\r\n|\r/g, '\n')
        .split('\n\n')
      rest = (blocks.pop() ?? '') + held
      for (const block of blocks) yield eventOf(block)
    }
  } finally {
    await reader.cancel().catch(() => undefined)
  }
}

const eventOf = (block: string): StreamEvent => {
  const event: StreamEvent = { data: '' }
  const data: string[] = []
  for (const line of block.split('\n')) {
    const [, field, value = ''] = /^([^:]*)(?:: ?(.*))?$/s.exec(line) ?? []
    if (field === 'data') data.push(value)
    if (field === 'id') event.id = value
    if (field === 'event') event.name = value
  }
  event.data = data.join('\n')
  return event
}
