import type { TraceOutcome } from '@tablewire/contracts/traces'
import { Tag } from '#src/kit/Tag.tsx'
import { outcomeTones } from './trace-words.ts'
import { useT } from './use-t.ts'

export const OutcomeTag = ({ outcome }: { outcome: TraceOutcome }) => {
  const t = useT()
  return <Tag tone={outcomeTones[outcome]}>{t(`outcome.${outcome}`)}</Tag>
}
