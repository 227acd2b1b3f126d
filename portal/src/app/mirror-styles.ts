import type { Theme } from '@mui/material/styles'

/**
 * Beside what the plug-in mirrors. The portal's languages are written from left to right, so each text keeps its own direction (full stops stand
 * at its end, a long name is cut at its end), and stands at the right. What is said as left here becomes right on its way.
 */
export const mirrorStyles = ({ direction }: Pick<Theme, 'direction'>) =>
  direction === 'rtl'
    ? {
        'html body': { textAlign: 'left' as const },
        'body :where(*)': { unicodeBidi: 'plaintext' as const },
        'body :where(input, textarea, select)': { textAlign: 'left' as const },
        '.icon.points': { transform: 'scaleX(-1)' },
      }
    : {}
