/**
 * The lines of a string that a longest common subsequence with another string does not have.
 *
 * @param {string} before
 * @param {string} after
 * @returns {Set<number>} indices of lines of after
 */
export function addedLines(before, after) {
    const a = lines(before);
    const b = lines(after);
    // length[i][j]: of the longest common subsequence of a from i on and b from j on.
    const length = Array.from({ length: a.length + 1 }, () => new Uint16Array(b.length + 1));
    for (let i = a.length - 1; i >= 0; i--) {
        for (let j = b.length - 1; j >= 0; j--) {
            length[i][j] = a[i] === b[j] ? length[i + 1][j + 1] + 1 : Math.max(length[i + 1][j], length[i][j + 1]);
        }
    }
    const added = new Set();
    let i = 0;
    for (let j = 0; j < b.length; ) {
        if (i < a.length && a[i] === b[j]) {
            i++;
            j++;
        } else if (i < a.length && length[i + 1][j] >= length[i][j + 1]) {
            i++;
        } else {
            added.add(j++);
        }
    }
    return added;
}

function lines(text) {
    return text === '' ? [] : text.replace(/\n$/, '').split('\n');
}
