/** The cursor of the live stream at the first response: what happens before the stream is open is replayed. */
let first: string | undefined

export const firstCursor = (): string | undefined => first
export const noteCursor = (answer: Response): void => {
  first ??= answer.headers.get('live-cursor') ?? undefined
}
export const forgetCursor = (): void => {
  first = undefined
}
