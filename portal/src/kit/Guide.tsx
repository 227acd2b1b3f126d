import { styled } from '@mui/material/styles'

const List = styled('ol')(({ theme }) => ({
  display: 'grid',
  // Three or four of them stand beside each other on a tablet, and below each other on a phone.
  gridTemplateColumns: 'repeat(auto-fit, minmax(min(100%, 145px), 1fr))',
  [theme.breakpoints.down('sm')]: { gridTemplateColumns: 'minmax(0, 1fr)' },
  gap: theme.spacing(1.5, 2.5),
  width: '100%',
  maxWidth: 960,
  margin: theme.spacing(2.5, 0, 0),
  padding: 0,
  listStyle: 'none',
  textAlign: 'start',
  '& > li': {
    display: 'grid',
    alignContent: 'start',
    gap: 2,
    paddingBlockStart: 10,
    borderBlockStart: `2px solid ${theme.vars.palette.divider}`,
  },
  '& b': { fontSize: '0.875rem', fontWeight: 600 },
  '& span': { color: theme.vars.palette.text.secondary, fontSize: '0.8125rem', lineHeight: 1.45 },
}))

type GuideProps = { points: readonly { title: string; text: string }[]; steps?: boolean }

/** In an empty place: what can be had here, or, as steps, what would happen. */
export const Guide = ({ points, steps = false }: GuideProps) => (
  <List>
    {points.map(({ title, text }, at) => (
      <li key={title}>
        <b>{steps ? `${at + 1}. ${title}` : title}</b>
        <span>{text}</span>
      </li>
    ))}
  </List>
)
