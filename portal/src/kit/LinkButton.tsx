import Button from '@mui/material/Button'
import { Link } from '@tanstack/react-router'
import { useT } from './use-t.ts'
import { VisuallyHidden } from './VisuallyHidden.tsx'

type CallsButtonProps = {
  /** Whose calls, for who hears the page. */
  of: string
  /** One side's, of the last seven days; `key`: only those with that key. */
  search: { channel?: string; system?: string; key?: string }
}

/** To what a partner asked of us and what it was answered. */
export const CallsButton = ({ of, search }: CallsButtonProps) => {
  const t = useT()
  return (
    <Button size="small" color="inherit" component={Link} to="/traces" search={{ ...search, span: '168' } as never}>
      {t('calls')}
      <VisuallyHidden> {of}</VisuallyHidden>
    </Button>
  )
}
