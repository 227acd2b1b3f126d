/** What the page around a frame is told: never anything personal. */
export type Told = { venue?: string; party?: string; date?: string; found?: number; reference?: string }
export type EventName = 'search' | 'no_availability' | 'slot_selected' | 'booked' | 'requested' | 'payment_required'

/** From the frame to the loader around it. */
export type FromFrame = { tablewire: 1; frame: string } & (
  | { type: 'height'; height: number }
  | { type: 'close' }
  /** A place is held in it, or something typed: it stays. */
  | { type: 'keep' }
  | { type: 'event'; name: EventName; detail: Told }
)
/** From the loader to its frame. */
export type ToFrame = { tablewire: 1; theme?: string; /** It stands open for whoever uses the keyboard. */ focus?: 1 }
