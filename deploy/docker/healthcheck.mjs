// The container's health check: the process answers that all its dependencies are reachable. The slim image has neither curl nor wget.
const answer = await fetch(`http://127.0.0.1:${process.env.METRICS_PORT}/health/ready`);
if (!answer.ok) console.error(await answer.text());
process.exitCode = answer.ok ? 0 : 1;
