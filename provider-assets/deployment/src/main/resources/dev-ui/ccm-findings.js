const EVERY = 1000;
const DATA = new URL('../build-time-data.js', import.meta.url);

/** Asks which build is served; after a failed build Quarkus answers any request with the page that has its findings. */
export class FindingsWatch {
    /**
     * @param {function(Array<{place: string, reason: string}>, string|undefined): void} onAnswer called with the findings of a failed
     *     build, none if it has not failed, and with the build that is served; without both while the server restarts
     */
    constructor(onAnswer) {
        this._onAnswer = onAnswer;
        this._watch = null;
    }

    /** One question follows the answer to the other, so that no answer is older than the one before. */
    start() {
        const watch = {};
        const look = async () => {
            const { findings, served } = await this._look();
            if (this._watch === watch) {
                this._onAnswer(findings, served);
                setTimeout(look, EVERY);
            }
        };
        this._watch = watch;
        setTimeout(look, EVERY);
    }

    stop() {
        this._watch = null;
    }

    async _look() {
        try {
            // The header keeps Quarkus from another build for each request. A server that restarts may leave a request without an answer.
            const headers = { 'x-quarkus-hot-deployment-done': 'true' };
            const response = await fetch(DATA, { headers, cache: 'no-store', signal: AbortSignal.timeout(5 * EVERY) });
            const text = await response.text();
            const page = new DOMParser().parseFromString(text, 'text/html');
            const findings = page.getElementById('ccm-provider-findings')?.textContent ?? '[]';
            return { findings: JSON.parse(findings), served: text.match(/^export const build = "(.*)";/m)?.[1] };
        } catch (unreachable) {
            // The server restarts.
            console.debug(unreachable);
            return { findings: [] };
        }
    }
}
