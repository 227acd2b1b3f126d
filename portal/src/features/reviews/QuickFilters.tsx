import { styled } from '@mui/material/styles'
import { reviews } from '@tablewire/contracts/reviews/reviews'
import { keepRows, useEndpoint } from '#src/api/query.ts'
import { formatNumber } from '#src/kit/format.ts'
import { useT } from './use-t.ts'

const Row = styled('fieldset')(({ theme }) => ({
  display: 'flex',
  padding: 2,
  border: 0,
  minWidth: 0,
  gap: 6,
  marginBlockEnd: theme.spacing(1),
  overflowX: 'auto',
  '& > button': {
    font: 'inherit',
    fontSize: '0.8125rem',
    fontWeight: 600,
    flexShrink: 0,
    minHeight: 30,
    padding: '2px 12px',
    border: `1px solid ${theme.vars.palette.divider}`,
    borderRadius: 999,
    backgroundColor: 'transparent',
    color: theme.vars.palette.text.primary,
    cursor: 'pointer',
    '&[aria-pressed="true"]': {
      borderColor: theme.vars.palette.accent.ring,
      backgroundColor: theme.vars.palette.accent.soft,
      color: theme.vars.palette.accent.text,
    },
    '&:focus-visible': { outline: `2px solid ${theme.vars.palette.accent.ring}`, outlineOffset: 2 },
    '@media (pointer: coarse)': { minHeight: 44 },
  },
}))

const lowStars = '1,2'
type Address = Readonly<Record<string, string | undefined>>
/** What each one puts into the address; pressed again it takes it out. */
const quickFilters = [
  { id: 'needed', sets: { reply: 'needed' } },
  { id: 'mine', sets: { mine: 'true' } },
  { id: 'flagged', sets: { flagged: 'true' } },
  { id: 'awaiting', sets: { reply: 'awaiting' } },
  { id: 'rejected', sets: { reply: 'rejected' } },
  { id: 'low', sets: { stars: lowStars } },
  { id: 'moderation', sets: { moderation: 'awaiting' } },
] as const satisfies readonly { id: string; sets: Address }[]

export type QuickFiltersProps = {
  address: Address
  /** The filters beside the quick ones. */
  beside: Readonly<Record<string, string>>
  onChange: (next: Address) => void
}

/** What waits for somebody, with how much of it there is; counted as the list below counts. */
export const QuickFilters = ({ address, beside, onChange }: QuickFiltersProps) => {
  const t = useT()
  const { data } = useEndpoint(reviews.counts, { query: { filters: beside } as never }, keepRows)
  return (
    <Row aria-label={t('quick')}>
      {quickFilters.map(({ id, sets }) => {
        const [[name, value]] = Object.entries(sets) as [[keyof Address, string]]
        const on = address[name] === value
        const count = data?.[id]
        return (
          <button key={id} type="button" aria-pressed={on} onClick={() => onChange({ [name]: on ? undefined : value })}>
            {t(`quick.${id}`)}
            {count === undefined ? '' : ` ${formatNumber(count)}`}
          </button>
        )
      })}
    </Row>
  )
}
