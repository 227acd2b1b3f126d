import { styled } from '@mui/material/styles'
import { Link } from '@tanstack/react-router'
import { brand } from '#src/api/brand.ts'
import { Picture } from '#src/kit/Picture.tsx'

/** SH2: the logo leads home. */
const Home = styled(Link)({
  display: 'flex',
  alignItems: 'center',
  gap: 12,
  minWidth: 0,
  color: 'inherit',
  fontSize: '1.125rem',
  fontWeight: 600,
  letterSpacing: '-0.01em',
  textDecoration: 'none',
  whiteSpace: 'nowrap',
  overflow: 'hidden',
  '& > img': { flexShrink: 0, height: 32, width: 32, objectFit: 'contain' },
  '& > span': { overflow: 'hidden', textOverflow: 'ellipsis' },
  '[data-collapsed="true"] & > span': { opacity: 0 },
})

export const BrandLink = () => (
  <Home to="/">
    <Picture src={brand.menuLogo} alt="" />
    <span>{brand.name}</span>
  </Home>
)
