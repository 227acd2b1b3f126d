import type { EventName, FromFrame, Told, ToFrame } from './messages.ts'
import type { PageState, Step } from './page-state.ts'

/** What a step is to the page around it; undefined = nothing. */
const eventOf = (step: Step): readonly [EventName, Told] | undefined => {
  if (step.kind === 'times') {
    const found = step.groups.reduce((sum, { times }) => sum + times.length, 0)
    return [found ? 'search' : 'no_availability', { party: step.party, date: step.date, found }]
  }
  if (step.kind === 'details') return ['slot_selected', {}]
  if (step.kind !== 'done' || step.status === 'over' || step.status === 'verify') return undefined
  const names = { booked: 'booked', requested: 'requested', payment: 'payment_required' } as const
  return [names[step.status], { reference: step.reference }]
}

const carriedIn = ({ carried }: PageState, name: string): string => carried.find(([one]) => one === name)?.[1] ?? ''

/**
 * Speaks with the page around this one, where a loader of ours has put it there: its id and that page's origin came by the address. Only how high it is
 * may be heard by anybody.
 */
export const hostOf = (first: PageState): { tell: (state: PageState) => void; keep: () => void } => {
  const [frame, host] = ['frame', 'host'].map((name) => carriedIn(first, name))
  if (window.parent === window || !frame) return { tell: () => undefined, keep: () => undefined }
  const post = (message: FromFrame, target: string): void => window.parent.postMessage(message, target)
  let last = 0
  new ResizeObserver(() => {
    const { height } = document.body.getBoundingClientRect()
    if (Math.ceil(height) === last) return
    last = Math.ceil(height)
    post({ tablewire: 1, frame, type: 'height', height: last }, '*')
  }).observe(document.body)
  addEventListener('keydown', ({ key }) => {
    if (key === 'Escape' && host) post({ tablewire: 1, frame, type: 'close' }, host)
  })
  addEventListener('message', ({ data, origin, source }: MessageEvent<ToFrame | null>) => {
    if (source !== window.parent || !host || origin !== host || data?.tablewire !== 1) return
    if (/^(light|dark|auto)$/.test(data.theme ?? '')) document.documentElement.dataset['theme'] = data.theme
    // Where he was before, a guest goes on.
    if (data.focus && document.activeElement === document.body)
      (document.querySelector<HTMLElement>('#party') ?? document.querySelector('h1'))?.focus()
  })
  return {
    keep: () => {
      if (host) post({ tablewire: 1, frame, type: 'keep' }, host)
    },
    tell: ({ step, base }) => {
      const said = eventOf(step)
      if (said && host)
        post(
          { tablewire: 1, frame, type: 'event', name: said[0], detail: { venue: base.slice(base.lastIndexOf('/') + 1), ...said[1] } },
          host,
        )
    },
  }
}
