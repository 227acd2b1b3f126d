const addressAtEnd = /(?:^| )(https?:\/\/\S+)$/

/** Words that may end with an address, as of what has moved to another installation: it can be followed. */
export const Linked = ({ text }: { text: string }) => {
  const [, address] = addressAtEnd.exec(text) ?? []
  if (address === undefined) return text
  return (
    <>
      {text.slice(0, -address.length)}
      <a href={address} rel="noreferrer" style={{ color: 'inherit', textDecoration: 'underline' }}>
        {address}
      </a>
    </>
  )
}
