// Loaded into every Node that a starter starts: when the starter is gone, we are asked to stop as if by a signal.
if (process.channel) {
  process.on('disconnect', () => process.kill(process.pid, 'SIGTERM'))
  process.channel.unref()
}
