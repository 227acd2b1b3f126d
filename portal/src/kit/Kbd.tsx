import { styled } from '@mui/material/styles'
import { keyLabel } from './shortcuts.ts'

const Key = styled('kbd')(({ theme }) => ({
  display: 'inline-block',
  minWidth: 20,
  padding: '1px 6px',
  border: `1px solid ${theme.vars.palette.divider}`,
  borderBottomWidth: 2,
  borderRadius: theme.vars.shape.borderRadius,
  color: theme.vars.palette.text.secondary,
  font: `500 0.75rem/1.5 ${theme.typography.fontFamily}`,
  textAlign: 'center',
  whiteSpace: 'nowrap',
}))

export const Kbd = ({ keys }: { keys: string }) => <Key>{keyLabel(keys)}</Key>
