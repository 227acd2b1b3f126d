import { formatClock } from './format.ts'
import { useT } from './use-t.ts'

/** Of what moment a list is, to the second, where it is not of now. */
export const AsOfFact = ({ at }: { at: string | undefined }) => {
  const t = useT()
  return at === undefined ? null : <span className="age">{t('asOf', { time: formatClock(at, undefined, { seconds: true }) })}</span>
}
