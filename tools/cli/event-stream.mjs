// Server-sent events over fetch: Node 20 has no EventSource.

/** Blocks of a stream as they are completed: `{ id, event, data }`. Comments come as blocks without data. */
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
