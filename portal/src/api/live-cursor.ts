/** Where the server's live messages stood when it was asked first: what happens before the stream is open is heard all the same. */
let first: string | undefined

export const firstCursor = (): string | undefined => first
export const noteCursor = (answer: Response): void => {
  first ??= answer.headers.get('live-cursor') ?? undefined
}
export const forgetCursor = (): void => {
  first = undefined
}
