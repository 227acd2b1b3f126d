import type { Trace } from '@tablewire/contracts/operations/traces'
import { Tag } from '#src/kit/Tag.tsx'
import { isNoticed, outcomeInWords, outcomeTones } from './trace-words.ts'
import { useT } from './use-t.ts'

export const OutcomeTag = ({ trace }: { trace: Pick<Trace, 'operation' | 'outcome'> }) => {
  const t = useT()
  return <Tag tone={isNoticed(trace) ? 'warning' : outcomeTones[trace.outcome]}>{outcomeInWords(t, trace)}</Tag>
}
