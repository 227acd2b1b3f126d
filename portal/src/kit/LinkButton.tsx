import Button from '@mui/material/Button'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { VisuallyHidden } from './VisuallyHidden.tsx'

type LinkButtonProps = {
  to: string
  search: Readonly<Record<string, string>>
  /** What it belongs to, for who hears the page: others of its name stand beside it. */
  of: string
  children: ReactNode
}

/** A small button of a row that leads to another page. */
export const LinkButton = ({ to, search, of, children }: LinkButtonProps) => (
  <Button size="small" color="inherit" component={Link} to={to} search={search as never}>
    {children}
    <VisuallyHidden> {of}</VisuallyHidden>
  </Button>
)
