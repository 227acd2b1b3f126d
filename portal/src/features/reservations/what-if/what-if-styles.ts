import { type CSSObject, styled, type Theme } from '@mui/material/styles'

const saidStyles = ({ vars: { palette, shape } }: Theme): CSSObject => ({
  // What is read stands where it stood, whatever it says.
  '& .said': {
    display: 'grid',
    gap: 8,
    alignContent: 'start',
    minHeight: 176,
    padding: 14,
    borderRadius: shape.borderRadius,
    backgroundColor: palette.ground.sunken,
  },
  '& .said.old': { opacity: 0.6 },
  '& .said > strong': { display: 'flex', alignItems: 'center', gap: 8, fontSize: '1.25rem' },
  '& .said.yes > strong': { color: palette.tone.success.text },
  '& .said.override > strong': { color: palette.tone.warning.text },
  '& .said.no > strong': { color: palette.tone.danger.text },
  '& .said p, & .said ul': { margin: 0 },
  '& .said .doubt': { display: 'flex', alignItems: 'flex-start', gap: 6, color: palette.tone.warning.text, '& > svg': { flexShrink: 0 } },
  '& .said ul': { paddingInlineStart: 18 },
  '& .said li > small': { color: palette.text.secondary },
})

export const Root = styled('div')(({ theme }) => {
  const { palette } = theme.vars
  return {
    display: 'grid',
    gap: 14,
    padding: '16px 18px max(16px, env(safe-area-inset-bottom))',
    fontSize: '0.9375rem',
    fontVariantNumeric: 'tabular-nums',
    // The strip that tells of a lost connection lies over the foot of a sheet that is the whole width.
    '@media (max-width: 799.95px)': { 'body:has([data-strip]) &': { paddingBottom: 60 } },
    '& h2': {
      ...theme.typography.h2,
      margin: 0,
      paddingInlineEnd: 40,
      '& small': { display: 'block', fontSize: '0.8125rem', fontWeight: 500 },
    },
    '& h2 > small, & .hint': { color: palette.text.secondary },
    '& > .shut': { position: 'absolute', top: 10, right: 10 },
    '& fieldset': { minWidth: 0, margin: 0, padding: 0, border: 0 },
    '& legend': { padding: 0, marginBottom: 6, color: palette.text.secondary, fontSize: '0.8125rem', fontWeight: 600 },
    '& .sizes': { display: 'grid', gridTemplateColumns: 'repeat(8, minmax(0, 1fr))', gap: 6 },
    '& .sizes > .MuiFormControl-root': { gridColumn: '1 / -1', width: 150 },
    '& .sizes > button, & .nearest > button': {
      minHeight: 44,
      padding: '4px 0',
      border: `1px solid ${palette.ground.edge}`,
      borderRadius: theme.vars.shape.borderRadius,
      background: 'none',
      color: palette.text.primary,
      font: 'inherit',
      fontWeight: 600,
      cursor: 'pointer',
      '&:hover': { backgroundColor: palette.ground.hover },
      '&:focus-visible': { outline: `2px solid ${palette.accent.ring}`, outlineOffset: 2 },
      '&[aria-pressed="true"]': {
        borderColor: palette.primary.main,
        backgroundColor: palette.primary.main,
        color: palette.primary.contrastText,
      },
    },
    '& .when': { display: 'flex', flexWrap: 'wrap', alignItems: 'end', gap: 8, '& > button': { minWidth: 44, minHeight: 44 } },
    '& .when > .MuiFormControl-root': { flex: '1 1 120px' },
    [theme.breakpoints.down('sm')]: { '& .when > .MuiFormControl-root:last-of-type:not(:first-of-type)': { flexBasis: '100%' } },
    ...saidStyles(theme),
    '& .nearest': { display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 6, '& > button': { padding: '4px 12px' } },
    // What is decided stays in sight, however much is said above it.
    '& .acts': {
      position: 'sticky',
      bottom: 0,
      display: 'flex',
      flexWrap: 'wrap',
      gap: 8,
      padding: '8px 0',
      backgroundColor: palette.background.paper,
      '&:empty': { display: 'none' },
      '& > *': { flex: '1 1 auto', minHeight: 48 },
    },
  }
})
