import { mdiContentCopy } from '@mdi/js'
import IconButton from '@mui/material/IconButton'
import { styled } from '@mui/material/styles'
import { useId } from 'react'
import { Icon } from '#src/kit/Icon.tsx'
import { toast } from '#src/kit/toasts.ts'
import { useT } from './use-t.ts'

const Root = styled('section')(({ theme }) => ({
  display: 'grid',
  gap: 6,
  minWidth: 0,
  '& > header': { display: 'flex', alignItems: 'center', gap: 8, minHeight: 28 },
  '& > header > h3': { ...theme.typography.overline, margin: 0, color: theme.vars.palette.text.secondary },
  '& > header > button': { marginInlineStart: 'auto' },
  '& pre': {
    margin: 0,
    padding: '10px 12px',
    maxHeight: 340,
    overflow: 'auto',
    borderRadius: theme.vars.shape.borderRadius,
    backgroundColor: theme.vars.palette.ground.sunken,
    fontFamily: 'ui-monospace, SFMono-Regular, Menlo, Consolas, monospace',
    fontSize: '0.75rem',
    lineHeight: 1.5,
    whiteSpace: 'pre-wrap',
    overflowWrap: 'anywhere',
    '&:focus-visible': { outline: `2px solid ${theme.vars.palette.accent.ring}`, outlineOffset: -2 },
  },
  '& summary': { cursor: 'pointer', fontSize: '0.8125rem', color: theme.vars.palette.text.secondary, paddingBlock: 4 },
  '& > p': { margin: 0, fontSize: '0.8125rem', color: theme.vars.palette.text.secondary },
}))

const pretty = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value, null, 2))

type PayloadProps = { title: string; headers: Readonly<Record<string, unknown>> | null; body: unknown }

/** What one side said: its body as it was sent, its headers on demand. */
export const Payload = ({ title, headers, body }: PayloadProps) => {
  const t = useT()
  const id = useId()
  const copy = async (): Promise<void> => {
    await navigator.clipboard.writeText(pretty(body))
    toast.success(t('copied'))
  }
  const said = body !== null && body !== undefined
  return (
    <Root aria-labelledby={id}>
      <header>
        <h3 id={id}>{title}</h3>
        {said && navigator.clipboard ? (
          <IconButton size="small" aria-label={`${t('copy')}: ${title}`} onClick={() => void copy()}>
            <Icon path={mdiContentCopy} size={16} />
          </IconButton>
        ) : null}
      </header>
      {said ? (
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls, so the keyboard has to reach it
        <pre tabIndex={0} aria-label={`${title}: ${t('body')}`} dir="ltr">
          {pretty(body)}
        </pre>
      ) : (
        <p>{t('body.none')}</p>
      )}
      {headers && Object.keys(headers).length > 0 ? (
        <details>
          <summary>{t('headers')}</summary>
          {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- as above */}
          <pre tabIndex={0} aria-label={`${title}: ${t('headers')}`} dir="ltr">
            {Object.entries(headers)
              .map(([name, value]) => `${name}: ${pretty(value)}`)
              .join('\n')}
          </pre>
        </details>
      ) : null}
    </Root>
  )
}
