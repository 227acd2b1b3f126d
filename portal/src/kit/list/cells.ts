import { styled } from '@mui/material/styles'

/** A name with what tells it apart in small beside it; the two end in dots together. */
export const NameCell = styled('span')(({ theme }) => ({
  display: 'block',
  overflow: 'hidden',
  textOverflow: 'ellipsis',
  '& > strong': { fontWeight: 600 },
  '& > small': { marginInlineStart: 8, color: theme.vars.palette.text.secondary, fontSize: '0.75rem' },
}))

/** A row on a phone: words that may be cut at its beginning, a mark or a button that may not at its end. */
export const PhoneRow = styled('span')({
  display: 'flex',
  alignItems: 'center',
  justifyContent: 'space-between',
  gap: 12,
  width: '100%',
  minWidth: 0,
  '& > :first-child': { minWidth: 0, overflow: 'hidden', textOverflow: 'ellipsis' },
  '& > :not(:first-child)': { flexShrink: 0 },
})
