/** The cursor of the live stream at the first response: what happens before the stream is open is replayed. */
let first: string | undefined

export const firstCursor = (): string | undefined => first
export const noteCursor = (answer: Response): void => {
  first ??= answer.headers.get('live-cursor') ?? undefined
}
export const forgetCursor = (): void => {
  first = undefined
  heard = undefined
}

/** When what the last live message tells of happened: whatever is read after it must not be from before it. */
let heard: string | undefined

export const noteMoment = (at: string): void => {
  if (heard === undefined || at > heard) heard = at
}
export const headersOfMoment = (): Record<string, string> => (heard === undefined ? {} : { 'data-since': heard })
