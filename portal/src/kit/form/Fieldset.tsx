import { styled } from '@mui/material/styles'

/** Fields that belong together, with a name and a word about them. */
export const Fieldset = styled('fieldset')(({ theme }) => ({
  minWidth: 0,
  margin: 0,
  padding: 0,
  border: 0,
  '& > legend': { ...theme.typography.subtitle2, padding: 0, marginBlockEnd: 2 },
  '& > p': { ...theme.typography.caption, margin: theme.spacing(0, 0, 1), color: theme.vars.palette.text.secondary },
}))
