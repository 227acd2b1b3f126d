import { mdiClose } from '@mdi/js'
import { styled } from '@mui/material/styles'
import { Icon } from './Icon.tsx'

const Root = styled('button')(({ theme }) => ({
  display: 'inline-flex',
  alignItems: 'center',
  gap: 6,
  maxWidth: 'min(300px, 100%)',
  minHeight: 28,
  padding: '2px 8px 2px 10px',
  border: `1px solid ${theme.vars.palette.accent.ring}`,
  borderRadius: 999,
  backgroundColor: theme.vars.palette.accent.soft,
  color: theme.vars.palette.accent.text,
  font: 'inherit',
  fontSize: '0.8125rem',
  fontWeight: 600,
  cursor: 'pointer',
  '& > span': { overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' },
  '&:focus-visible': { outline: `2px solid ${theme.vars.palette.accent.ring}`, outlineOffset: 2 },
}))

type FilterChipProps = {
  text: string
  /** What a touch does, for who hears it. */
  label: string
  onRemove: () => void
}

/** Something that hides rows right now; a touch takes it off. */
export const FilterChip = ({ text, label, onRemove }: FilterChipProps) => {
  return (
    <Root type="button" className="chip" aria-label={label} onClick={onRemove}>
      <span>{text}</span>
      <Icon path={mdiClose} size={14} />
    </Root>
  )
}
