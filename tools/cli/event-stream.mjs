// Server-sent events over fetch: Node 20 has no EventSource.

/** Parsed events of a stream: `{ id, event, data }`. Comments (heartbeats) come as events without data. */
export const blocksOf = async function* (body) {
  const decoder = new TextDecoder()
  let text = ''
  for await (const part of body) {
    text += decoder.decode(part, { stream: true })
    const blocks = text.split('\n\n')
    text = blocks.pop()
    for (const block of blocks) {
      const lines = block.split('\n').map((line) => /^(\w+): ?(.*)$/.exec(line))
      const of = (name) => lines.find((line) => line?.[1] === name)?.[2]
      yield { id: of('id'), event: of('event'), data: of('data') }
    }
  }
}
