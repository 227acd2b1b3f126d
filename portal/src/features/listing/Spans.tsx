import { mdiPlus, mdiTrashCanOutline } from '@mdi/js'
import IconButton from '@mui/material/IconButton'
import { styled } from '@mui/material/styles'
import { TimeText } from '#src/kit/form/TimeField.tsx'
import { Icon } from '#src/kit/Icon.tsx'
import type { Span } from './listing-form.ts'
import { useT } from './use-t.ts'

const Root = styled('div')({
  display: 'grid',
  gap: 6,
  '& > div': { display: 'flex', alignItems: 'center', gap: 8 },
  '& .MuiTextField-root, & input': { maxWidth: 84 },
})

type SpansProps = { day: string; spans: readonly Span[]; onChange: (spans: Span[]) => void }

/** The hours of a day; none = closed. */
export const Spans = ({ day, spans, onChange }: SpansProps) => {
  const t = useT()
  const set = (nth: number, side: keyof Span, time: string | null): void =>
    onChange(spans.map((span, at) => (at === nth ? { ...span, [side]: time ?? '' } : span)))
  return (
    <Root>
      {spans.map(({ from, to }, nth) => (
        <div key={nth}>
          <TimeText bare label={t('span.from', { day })} value={from} onChange={(time) => set(nth, 'from', time)} />
          –
          <TimeText bare label={t('span.to', { day })} value={to} onChange={(time) => set(nth, 'to', time)} />
          <IconButton size="small" aria-label={t('span.remove', { day })} onClick={() => onChange(spans.filter((_, at) => at !== nth))}>
            <Icon path={mdiTrashCanOutline} size={18} />
          </IconButton>
        </div>
      ))}
      <div>
        {spans.length ? null : t('closed')}
        <IconButton size="small" aria-label={t('span.add', { day })} onClick={() => onChange([...spans, { from: '12:00', to: '22:00' }])}>
          <Icon path={mdiPlus} size={18} />
        </IconButton>
      </div>
    </Root>
  )
}
