import { useState } from 'react'
import { serverNow } from '#src/api/server-clock.ts'
import { formatClock } from '#src/kit/format.ts'
import { useT } from './use-t.ts'

/** Younger figures are those of now. */
const quietMs = 5000

const Moment = ({ asOf }: { asOf: string }) => {
  const t = useT()
  const [old] = useState(() => Date.parse(serverNow()) - Date.parse(asOf) > quietMs)
  return <span>{t('said.asOf', { time: formatClock(asOf, undefined, { seconds: old }) })}</span>
}
/** Of what moment the figures are; to the second where they came late. */
export const AsOf = ({ asOf }: { asOf: string }) => <Moment key={asOf} asOf={asOf} />
