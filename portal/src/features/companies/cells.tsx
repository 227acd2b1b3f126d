import { styled } from '@mui/material/styles'

const Phone = styled('span')(({ theme }) => ({
  display: 'grid',
  minWidth: 0,
  '& > *': { overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' },
  '& > small': { color: theme.vars.palette.text.secondary },
}))

export const strong = (name: string) => <strong style={{ fontWeight: 600 }}>{name}</strong>
export const onPhone = (name: string, note: string) => (
  <Phone>
    <strong>{name}</strong>
    <small>{note}</small>
  </Phone>
)
