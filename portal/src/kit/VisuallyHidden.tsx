import { styled } from '@mui/material/styles'

/** Words that give way to their sign: not drawn, and heard. */
export const unseen = { position: 'absolute', width: 1, height: 1, overflow: 'hidden', clipPath: 'inset(50%)' } as const

/** For ears only. */
export const VisuallyHidden = styled('span')({ ...unseen, margin: -1, padding: 0, whiteSpace: 'nowrap', border: 0 })
