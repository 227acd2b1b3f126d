import { mdiAlertCircleOutline } from '@mdi/js'
import Button from '@mui/material/Button'
import { styled } from '@mui/material/styles'
import type { Book } from '@tablewire/contracts/estate/book'
import { Icon } from '#src/kit/Icon.tsx'
import { nameAt, placeOfPath } from './setting-place.ts'
import { useT } from './use-t.ts'

const Root = styled('section')(({ theme }) => ({
  marginBlockEnd: theme.spacing(2),
  padding: theme.spacing(1.5, 2),
  borderRadius: theme.vars.shape.borderRadius,
  backgroundColor: theme.vars.palette.tone.danger.soft,
  color: theme.vars.palette.tone.danger.text,
  fontSize: '0.875rem',
  '& > strong': { display: 'flex', alignItems: 'center', gap: 6 },
  '& > ul': { margin: theme.spacing(0.5, 0, 0), paddingInlineStart: 26 },
  '& button': { textAlign: 'start', whiteSpace: 'normal', color: 'inherit', textDecoration: 'underline', textUnderlineOffset: 2 },
}))

type ErrorListProps = { errors: Readonly<Record<string, string>>; book: Book; onGo: (path: string) => void }

/** Everything that is wrong, in whatever tab, with the way there. */
export const ErrorList = ({ errors, book, onGo }: ErrorListProps) => {
  const t = useT()
  const all = Object.entries(errors)
  if (!all.length) return null
  // "This is not a valid time" alone says nothing in a list.
  const whereOf = (path: string): string => {
    const place = placeOfPath(book, path)
    const name = nameAt(book, path)
    return [...('tab' in place ? [t(`tab.${place.tab}`)] : []), ...(name ? [name] : [])].join(' · ')
  }
  return (
    <Root role="alert" aria-label={t('errors', { count: all.length })}>
      <strong>
        <Icon path={mdiAlertCircleOutline} size={18} />
        {t('errors', { count: all.length })}
      </strong>
      <ul>
        {all.map(([path, text]) => (
          <li key={path}>
            <Button size="small" color="inherit" onClick={() => onGo(path)}>
              {whereOf(path)}: {text}
            </Button>
          </li>
        ))}
      </ul>
    </Root>
  )
}
