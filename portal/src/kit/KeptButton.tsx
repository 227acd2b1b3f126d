import Button, { type ButtonProps } from '@mui/material/Button'
import CircularProgress from '@mui/material/CircularProgress'
import { styled } from '@mui/material/styles'

const Busy = styled('span')({ position: 'absolute', inset: 0, display: 'grid', placeItems: 'center' })

/** `target` and `rel` where it is a link (`href`). */
type KeptButtonProps = Omit<ButtonProps, 'disabled' | 'loading'> & { disabled?: boolean; busy?: boolean; target?: string; rel?: string }

/** A button that its own use puts out of use: it looks and is read like a disabled one, and keeps the focus, which a disabled one would lose. */
export const KeptButton = ({ disabled = false, busy = false, children, onClick, ...rest }: KeptButtonProps) => {
  const off = disabled || busy
  return (
    <Button
      {...rest}
      className={[rest.className, off ? 'Mui-disabled' : ''].filter(Boolean).join(' ')}
      aria-disabled={off || undefined}
      aria-busy={busy || undefined}
      // Enter in a field of the form presses it, too.
      onClick={off ? (event) => event.preventDefault() : onClick}
    >
      {busy ? <span style={{ visibility: 'hidden' }}>{children}</span> : children}
      {busy ? (
        <Busy aria-hidden="true">
          <CircularProgress color="inherit" size={16} />
        </Busy>
      ) : null}
    </Button>
  )
}
