// Preloaded into every Node process that a starter spawns: when the starter is gone, we are asked to stop as if by a signal. Our own child processes
// inherit this line, too, and are not watched.
const starter = process.ppid
if (process.channel && process.env.TABLEWIRE_LEASH === String(starter)) {
  delete process.env.TABLEWIRE_LEASH
  process.channel.unref()
  // The channel also closes when we disconnect ourselves, and a moment before a dying starter is gone.
  process.on('disconnect', () => {
    const look = setInterval(() => {
      if (process.ppid === starter) return
      clearInterval(look)
      process.kill(process.pid, 'SIGTERM')
    }, 50).unref()
  })
}
