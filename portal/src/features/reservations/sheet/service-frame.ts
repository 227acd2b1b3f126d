import { styled } from '@mui/material/styles'

/** Keeps the place of the line about the shift: it comes after the page, and moves nothing. On a phone it stands under the list, within the thumb's reach. */
export const ServiceFrame = styled('div')(({ theme }) => ({
  minHeight: 36,
  marginBottom: 10,
  '@media (pointer: coarse)': { minHeight: 44 },
  [theme.breakpoints.down('sm')]: { order: 1, marginBlock: '8px 0' },
  '@media print': { display: 'none' },
}))
