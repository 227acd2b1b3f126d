import type { ImportRow } from '@tablewire/contracts/import'
import { Tag } from '#src/kit/Tag.tsx'
import type { Tone } from '#src/kit/tones.ts'
import { useT } from './use-t.ts'

const tones: Record<ImportRow['state'], Tone> = {
  draft: 'neutral',
  checking: 'info',
  checked: 'primary',
  applying: 'info',
  applied: 'success',
  undoing: 'info',
  undone: 'neutral',
}

/** The step an import stands at, in a word. */
export const StateTag = ({ state }: Pick<ImportRow, 'state'>) => {
  const t = useT()
  return <Tag tone={tones[state]}>{t(`state.${state}`)}</Tag>
}

export const isBusy = ({ state }: Pick<ImportRow, 'state'>): boolean => state === 'checking' || state === 'applying' || state === 'undoing'
