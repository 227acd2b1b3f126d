import { mdiContentCopy } from '@mdi/js'
import Button from '@mui/material/Button'
import { styled } from '@mui/material/styles'
import { useId, useState } from 'react'
import { Icon } from '#src/kit/Icon.tsx'
import { useT } from '../use-t.ts'

const Root = styled('div')(({ theme }) => ({
  display: 'grid',
  gap: 6,
  minWidth: 0,
  '& > h3': { ...theme.typography.subtitle2, margin: 0 },
  '& > pre': {
    margin: 0,
    padding: '10px 12px',
    maxHeight: 260,
    overflow: 'auto',
    borderRadius: theme.vars.shape.borderRadius,
    backgroundColor: theme.vars.palette.ground.sunken,
    fontFamily: 'ui-monospace, SFMono-Regular, Menlo, Consolas, monospace',
    fontSize: '0.8125rem',
    lineHeight: 1.5,
    whiteSpace: 'pre-wrap',
    overflowWrap: 'anywhere',
    userSelect: 'all',
    '&:focus-visible': { outline: `2px solid ${theme.vars.palette.accent.ring}`, outlineOffset: -2 },
  },
  '& > button': { justifySelf: 'start' },
}))

/** What is pasted elsewhere, as it is. Without https there is no clipboard: then a press chooses the whole. */
export const CodeBox = ({ title, code }: { title: string; code: string }) => {
  const t = useT()
  const id = useId()
  const [copied, setCopied] = useState<string>()
  const copy = (): void =>
    void navigator.clipboard?.writeText(code).then(
      () => setCopied(code),
      () => undefined,
    )
  return (
    <Root>
      <h3 id={id}>{title}</h3>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls, so the keyboard has to reach it */}
      <pre tabIndex={0} aria-labelledby={id} dir="ltr">
        {code}
      </pre>
      {navigator.clipboard ? (
        <Button variant="contained" startIcon={<Icon path={mdiContentCopy} size={18} />} onClick={copy}>
          <output>{t(copied === code ? 'website.copied' : 'website.copy')}</output>
        </Button>
      ) : null}
    </Root>
  )
}
