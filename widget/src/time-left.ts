import { type ComponentChild, h } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import { fill } from './words.ts'

type Props = { forMs: number; text: string; left: string; over: string }

const clockOf = (ms: number): string => {
  const seconds = Math.max(0, Math.ceil(ms / 1000))
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
}

/** Until when the place is held; in a browser with script, also how long that is. Counted by the time that passes here, as clocks differ. */
export const TimeLeft = ({ forMs, text, left, over }: Props): ComponentChild => {
  const [ms, setMs] = useState<number | undefined>()
  useEffect(() => {
    const since = performance.now()
    const tell = (): void => setMs(forMs - (performance.now() - since))
    tell()
    const timer = setInterval(tell, 1000)
    return () => clearInterval(timer)
  }, [forMs])
  const isOver = ms !== undefined && ms <= 0
  return h(
    'p',
    { class: 'held' },
    h('span', { role: 'status' }, isOver ? over : text),
    ms !== undefined && !isOver && h('span', { 'aria-hidden': 'true' }, ` (${fill(left, { left: clockOf(ms) })})`),
  )
}
