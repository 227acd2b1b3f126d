/** Everything that stands for one matter: told together, by its state at that moment. */
export type Change = {
  ids: string[]
  venueId: string
  kind: 'booking' | 'availability' | 'merchant'
  /** A reservation; a local date, or the first and last of a run of them; `*` for everything of the venue. */
  ref: string
  attempts: number
  since: string
}
