import { mdiArrowLeft } from '@mdi/js'
import Button from '@mui/material/Button'
import type { ReactNode } from 'react'
import { Icon } from './Icon.tsx'

/** Above the title of one thing (`PageTitle`'s `back`): to all of them. */
export const BackButton = ({ onClick, children }: { onClick: () => void; children: ReactNode }) => (
  <Button
    size="small"
    color="inherit"
    startIcon={<Icon path={mdiArrowLeft} size={18} />}
    onClick={onClick}
    sx={{ alignSelf: 'start', marginInlineStart: -1.25 }}
  >
    {children}
  </Button>
)
